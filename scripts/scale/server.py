"""An S3 server (moto) on loopback, in a separate process."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import boto3
import obstore
from obstore.store import from_url

BUCKETS = ("pictures", "upright", "work")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def s3_server():
    """Yields the environment variables for clients. The server keeps versions, so that every write is visible."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    variables = {
        "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": address, "AWS_ALLOW_HTTP": "true", "AWS_VIRTUAL_HOSTED_STYLE_REQUEST": "false",
    }
    os.environ.update(variables)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(address + "/moto-api/", timeout=1).close()
                break
            time.sleep(0.1)
        client = boto3.client("s3", endpoint_url=address)
        for bucket in BUCKETS:
            client.create_bucket(Bucket=bucket)
            client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        yield variables
    finally:
        server.kill()
        server.wait()


def upload(url, pictures):
    """Puts pictures below a URL and returns the rows of a manifest."""
    store = from_url(url)
    rows = []
    with ThreadPoolExecutor(8) as threads:
        def put(item):
            obstore.put(store, item[0], item[1])
            return {"source": item[0], "size": len(item[1])}
        rows = list(threads.map(put, pictures))
    return rows


def versions(variables, bucket):
    """The number of versions of each object in a bucket."""
    client = boto3.client("s3", endpoint_url=variables["AWS_ENDPOINT_URL"])
    counts = {}
    for page in client.get_paginator("list_object_versions").paginate(Bucket=bucket):
        for version in page.get("Versions", []):
            counts[version["Key"]] = counts.get(version["Key"], 0) + 1
    return counts
