"""Spark with executors in separate processes."""

import os
import shutil
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[2] / "python"


def session(variables, *, workers=2, speculation=False):
    """A session of `local-cluster` with one core per worker. Plain `local` never retries a task."""
    from pyspark.sql import SparkSession

    if not shutil.which("java"):
        raise SystemExit("expected a Java runtime, 17 or later; on Debian: apt-get install openjdk-17-jre-headless")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(PYTHON), *filter(None, [os.environ.get("PYTHONPATH")])])
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = (
        SparkSession.builder.master(f"local-cluster[{workers},1,1024]").appName("upright")
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.executor.memory", "1g").config("spark.task.maxFailures", "20")
        # The test kills executors more often than a cluster loses them.
        .config("spark.deploy.maxExecutorRetries", "-1").config("spark.excludeOnFailure.enabled", "false")
        .config("spark.speculation", str(speculation).lower()).config("spark.speculation.quantile", "0.5")
        .config("spark.speculation.multiplier", "1.2").config("spark.speculation.minTaskRuntime", "1s")
        .config("spark.log.level", "ERROR")
    )
    for name in ("PYTHONPATH", "UPRIGHT_PROGRAM", "PATH"):
        if name in os.environ:
            builder = builder.config(f"spark.executorEnv.{name}", os.environ[name])
    for name, value in variables.items():
        builder = builder.config(f"spark.executorEnv.{name}", value)
    return builder.getOrCreate()
