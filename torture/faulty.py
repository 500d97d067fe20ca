"""A file system whose operations can be made to fail, for T17: `python3 faulty.py FOLDER MOUNT SWITCH` serves FOLDER at MOUNT.

SWITCH is a file. While it contains "OPERATION ERROR SUFFIX" (for example "read EIO .jpg"), that operation fails with that error for
each path with that suffix; while it is empty, nothing fails. The operations are open, getattr, readdir and read. Nothing is cached.

With a fourth argument, it takes names as exFAT and SMB do: without case, and without some characters."""

import errno
import os
import subprocess
import sys
import time


# Has python3-fusepy, which PATH's Python may not see.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


class Faulty:
    """A mounted faulty file system, or None if this machine cannot mount one (`reason` says why)."""

    def __init__(self, top, mount="drop", is_portable=False):
        self.folder, self.mount = os.path.join(top, "behind"), os.path.join(top, mount)
        self.switch = os.path.join(top, "switch")
        self.log = os.path.join(top, "faulty.log")
        for path in (self.folder, self.mount):
            os.makedirs(path, exist_ok=True)
        self.heal()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PYTHON, os.path.abspath(__file__), self.folder, self.mount, self.switch] + ["portable"] * is_portable, stdout=log, stderr=log)
        end = time.monotonic() + 20
        while self.process.poll() is None and not os.path.ismount(self.mount) and time.monotonic() < end:
            time.sleep(0.02)

    @property
    def is_mounted(self):
        return os.path.ismount(self.mount)

    @property
    def reason(self):
        with open(self.log) as file:
            return file.read().strip().splitlines()[-1:] or ["it did not mount"]

    def fail(self, operation, error="EIO", suffix=""):
        with open(self.switch + ".new", "w") as file:
            file.write("%s %s %s" % (operation, error, suffix))
        os.rename(self.switch + ".new", self.switch)

    def heal(self):
        with open(self.switch, "w"):
            pass

    def end(self):
        self.heal()
        subprocess.run(["umount", "-l", self.mount], stderr=subprocess.DEVNULL)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def portable(folder, path, errors):
    """The path of a file in a folder, by a path without case; refuses names as exFAT and SMB do."""
    real = folder
    for name in filter(None, path.split("/")):
        if set(name) & set('"*:<>?\\|') or name[-1] in " .":
            raise errors(errno.EINVAL)
        names = os.listdir(real) if os.path.isdir(real) else []
        real = os.path.join(real, next((one for one in names if one.casefold() == name.casefold()), name))
    return real


def serve(folder, mount, switch, kind=""):
    try:
        import fusepy
    except ImportError:
        import fuse as fusepy

    class Passing(fusepy.Operations):
        def __call__(self, operation, path, *arguments):
            with open(switch) as file:
                fault = file.read().split(" ")
            if operation == fault[0] and path.endswith(fault[2]):
                raise fusepy.FuseOSError(getattr(errno, fault[1]))
            if not hasattr(self, operation):
                raise fusepy.FuseOSError(errno.ENOSYS)
            if kind != "portable":
                return getattr(self, operation)(folder + path, *arguments)
            if operation == "rename":
                arguments = [portable(folder, arguments[0], fusepy.FuseOSError)]
            return getattr(self, operation)(portable(folder, path, fusepy.FuseOSError), *arguments)

        def rename(self, old, new):
            os.rename(old, new)

        def getattr(self, path, _handle=None):
            found = os.lstat(path)
            return {key: getattr(found, key) for key in (
                "st_mode", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")}

        def readdir(self, path, _handle):
            return [".", ".."] + os.listdir(path)

        def open(self, path, flags):
            return os.open(path, flags)

        def create(self, path, mode, _file=None):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

        def read(self, _path, size, offset, handle):
            return os.pread(handle, size, offset)

        def write(self, _path, data, offset, handle):
            return os.pwrite(handle, data, offset)

        def truncate(self, path, length, _handle=None):
            os.truncate(path, length)

        def fsync(self, _path, _data, handle):
            return os.fsync(handle)

        def fsyncdir(self, _path, _data, _handle):
            return 0

        def release(self, _path, handle):
            return os.close(handle)

        def unlink(self, path):
            return os.unlink(path)

        def mkdir(self, path, mode):
            return os.mkdir(path, mode)

        def statfs(self, path):
            found = os.statvfs(path)
            return {key: getattr(found, key) for key in (
                "f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree", "f_files", "f_flag", "f_frsize", "f_namemax")}

        def link(self, _path, _other):
            raise fusepy.FuseOSError(errno.EPERM)

        def chmod(self, _path, _mode):
            return 0

        def chown(self, _path, _user, _group):
            return 0

        def access(self, _path, _mode):
            return 0

        def flush(self, _path, _handle):
            return 0

        def opendir(self, _path):
            return 0

        def releasedir(self, _path, _handle):
            return 0

        def init(self, _path):
            pass

        def destroy(self, _path):
            pass

    fusepy.FUSE(
        Passing(), mount, foreground=True, direct_io=True, attr_timeout=0, entry_timeout=0, negative_timeout=0, allow_other=True)


if __name__ == "__main__":
    serve(*sys.argv[1:5])
