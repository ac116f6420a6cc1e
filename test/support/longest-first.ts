// The order of test files: those that take long begin first, so that no worker is alone with one of them at the end.
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longer than 40 s on two slow cores, the longest first. Only the time of a whole run depends on this list. */
const LONGEST: readonly string[] = [
  ...["browser/page-screens", "docs/guides", "hunt/last-orders", "hunt/run-story", "hunt/jobs", "browser/explorer"],
  ...[
    "hunt/hunt",
    "hunt/depth-0",
    "hunt/beside/company",
    "conformance/robustness",
    "contract/readings/restart-and-repeat",
  ],
  ...["browser/page-docs", "browser/page-lists", "crash/kills-at-places", "simulation/further-seeds"],
  ...[
    "contract/run/planted",
    "contract/correct-clients",
    "contract/readings/hardened-client",
    "contract/reword/reword",
  ],
  ...["browser/page-secrets", "docs/add-a-network", "hunt/shards/four-processes", "browser/page/touch"],
  ...["simulation/first-seeds", "browser/page-records", "stories/chains/confirmations", "stories/worlds/snapshot-same"],
  ...["hunt/init/init", "hunt/init/session"],
];

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONGEST.indexOf(relative(project.config.root, moduleId).replace(/^test\/(.*)\.test\.ts$/, "$1"));
  return place === -1 ? LONGEST.length : place;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
