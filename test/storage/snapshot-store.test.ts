// The snapshot store: its limits, and ids that are never used twice.
import { expect, test } from "vitest";
import { SnapshotStore } from "../../src/storage/snapshot-store.ts";

const taken = (size: number) => ({ bytes: Buffer.alloc(size), at: 0 });

test("the byte limit holds; deleting makes room, and an id is not used again", () => {
  const store = new SnapshotStore(100);
  store.keep(taken(60), undefined);
  expect(() => store.keep(taken(41), "too large")).toThrow(/at most 100 bytes of snapshots are kept: delete one/);
  expect(store.keep(taken(40), "fits")).toEqual({ id: "snapshot-2", name: "fits", takenAt: 0, size: 40 });
  store.remove("snapshot-1");
  store.remove("snapshot-2");
  expect(store.keep(taken(100), undefined).id).toBe("snapshot-3");
  expect(store.bytesOf("snapshot-3")).toHaveLength(100);
});

test("an unknown id is refused with the list of known ids", () => {
  const store = new SnapshotStore();
  expect(() => store.bytesOf("snapshot-1")).toThrow(/none is kept/);
  store.keep(taken(1), "one");
  expect(() => store.remove("x")).toThrow(
    expect.objectContaining({ details: { snapshots: [{ id: "snapshot-1", name: "one" }] } }),
  );
});
