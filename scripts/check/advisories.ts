// Evaluates a dependency audit: advisories without a valid exception fail it; an exception has a reason and an end date.

/** An advisory that does not affect this project, the reason, and the last day of the exception (YYYY-MM-DD). */
export type Exception = { id: string; package: string; reason: string; until: string };
export type Verdict = {
  /** `unknown`: the registry returned no audit, so nothing was checked. */
  verdict: "clean" | "refused" | "unknown";
  lines: string[];
};

type Advisory = { id: string; package: string; severity: string; title: string };
type Report = {
  auditReportVersion?: number;
  vulnerabilities?: Record<
    string,
    { via: readonly (string | { url?: string; name?: string; severity?: string; title?: string })[] }
  >;
  message?: string;
  error?: { code?: string; summary?: string };
};

/** The verdict on the output of `npm audit --json`. `today` as YYYY-MM-DD. */
export function judge(output: string, exceptions: readonly Exception[], today: string): Verdict {
  const report = reportIn(output);
  if (report?.auditReportVersion === undefined) {
    const why = report?.message ?? report?.error?.summary ?? report?.error?.code ?? "no answer that can be read";
    // Without the address of the registry: it may be private.
    return { verdict: "unknown", lines: [`the registry gives no audits: ${why.replace(/ - .*/s, "")}`] };
  }
  const advisories = advisoriesOf(report);
  const lines = [
    ...exceptions
      .filter(({ until }) => until < today)
      .map(({ id, until }) => `the exception of ${id} ended on ${until}: look at it again`),
    ...exceptions
      .filter((exception) => !advisories.some((advisory) => covers(exception, advisory)))
      .map(({ id, package: name }) => `nothing needs the exception of ${id} in ${name} any more: take it out`),
    ...advisories
      .filter((advisory) => !exceptions.some((exception) => covers(exception, advisory)))
      .map(({ id, package: name, severity, title }) => `${name}: ${severity}, ${title} (${id})`),
  ];
  return { verdict: lines.length === 0 ? "clean" : "refused", lines };
}

function covers(exception: Exception, advisory: Advisory): boolean {
  return exception.id === advisory.id && exception.package === advisory.package;
}

/** Each advisory once; a package that is listed only because of a dependency has no advisory of its own. */
function advisoriesOf({ vulnerabilities = {} }: Report): Advisory[] {
  const found = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((one) => {
      if (typeof one === "string") return [];
      const { url = "", severity = "unknown", title = "" } = one;
      const advisory = { id: url.split("/").at(-1) ?? url, package: one.name ?? name, severity, title };
      return [[`${advisory.id} ${advisory.package}`, advisory] as const];
    }),
  );
  return [...new Map(found).values()];
}

function reportIn(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return undefined;
  }
}
