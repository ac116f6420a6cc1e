// The app of a story that is told what the runner did: who judges it reads its books where a hunt reads them.
import type { AppUnderTest } from "./app-under-test.ts";
import type { Step } from "./scenario.ts";

/** `stepped`: called behind each step that passed. `next`: the step behind it. Rejects with a HostFault when the app cannot be asked at all. */
export type FollowedApp = AppUnderTest & { stepped?(step: Step, next: Step | undefined): Promise<void> };
