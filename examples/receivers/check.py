"""Runs the vectors: python3 check.py vectors.json"""

import base64
import json
import sys

from verify import is_authentic

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
wrong = [
    case["name"]
    for case in vectors["cases"]
    if is_authentic(vectors["secret"], case["headers"], base64.b64decode(case["body_base64"]), case["now"])
    != case["valid"]
]
for name in wrong:
    print(f"wrong: {name}")
print(f"{len(vectors['cases']) - len(wrong)} of {len(vectors['cases'])}")
sys.exit(1 if wrong else 0)
