"""Run every benchmark, one after another, each in a process of its own."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import benchmarks


def main() -> int:
    """Print all tables; say which benchmark failed, if one did."""
    failed = []
    for module in sorted(
        item.name for item in pkgutil.iter_modules(benchmarks.__path__) if item.name.startswith("bench_")
    ):
        print(f"\n=== {module} ===", flush=True)  # noqa: T201
        if subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=False).returncode:
            failed.append(module)
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)  # noqa: T201
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
