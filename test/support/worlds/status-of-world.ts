// What `GET /admin/status` says of a world.

/** Without the counts of the process, which go on over restores and begin anew with a start: requests kept, and findings. */
export function statusOfWorld(status: any): any {
  const { requests, findings, ...counts } = status.counts;
  return { ...status, counts };
}
