// The shelf of kept snapshots: its bounds, and ids that are never given twice.
import { expect, test } from "vitest";
import { SnapshotStore } from "../../src/storage/snapshot-store.ts";

const taken = (size: number) => ({ bytes: Buffer.alloc(size), at: 0 });

test("so many bytes are kept and no more; what is deleted makes room, and its id is not given again", () => {
  const shelf = new SnapshotStore(100);
  shelf.keep(taken(60), undefined);
  expect(() => shelf.keep(taken(41), "too large")).toThrow(/at most 100 bytes of snapshots are kept: delete one/);
  expect(shelf.keep(taken(40), "fits")).toEqual({ id: "snapshot-2", name: "fits", takenAt: 0, size: 40 });
  shelf.remove("snapshot-1");
  shelf.remove("snapshot-2");
  expect(shelf.keep(taken(100), undefined).id).toBe("snapshot-3");
  expect(shelf.bytesOf("snapshot-3")).toHaveLength(100);
});

test("an unknown id is told with those there are", () => {
  const shelf = new SnapshotStore();
  expect(() => shelf.bytesOf("snapshot-1")).toThrow(/none is kept/);
  shelf.keep(taken(1), "one");
  expect(() => shelf.remove("x")).toThrow(
    expect.objectContaining({ details: { snapshots: [{ id: "snapshot-1", name: "one" }] } }),
  );
});
