#!/usr/bin/env bash
# One step of a pipeline: lint the decks, keep the reports, pass or fail by the exit code.
#   CICSLINT   the command (default: cicslint from the PATH)
#   REPORTS    the folder for the reports (default: reports)
set -u
cd "$(dirname "$0")"
cicslint=${CICSLINT:-cicslint}
reports=${REPORTS:-reports}
mkdir -p "$reports"

"$cicslint" check decks \
    --format concise \
    --format json  --output "$reports/cicslint.json" \
    --format sarif --output "$reports/cicslint.sarif"
code=$?

case $code in
0) echo "decks: clean" ;;
1) echo "decks: findings that fail the pipeline" ;;
2) echo "decks: the call or the configuration of cicslint is wrong" ;;
3) echo "decks: an input could not be read" ;;
4) echo "decks: nothing to lint was found" ;;
*) echo "decks: cicslint itself failed" ;;
esac
exit $code
