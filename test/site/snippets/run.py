# Runs the Python snippets below a directory, each as a program with its own names, and leaves in the directory of each
# what it has printed, as JSON, and its exit code.
import json
import pathlib
import runpy
import sys
import traceback

for directory in pathlib.Path(sys.argv[1]).iterdir():
    def print_json(value):
        (directory / "out").write_text(json.dumps(value))

    try:
        runpy.run_path(str(directory / "snippet.py"), init_globals={"print": print_json}, run_name="__main__")
        (directory / "code").write_text("0")
    except Exception:
        (directory / "err").write_text(traceback.format_exc())
        (directory / "code").write_text("1")
