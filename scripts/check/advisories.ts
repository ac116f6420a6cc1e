// What a dependency audit means for this project: advisories against the exceptions that somebody took upon himself, until a day.

/** An advisory that does not concern us, why, and until when that is believed (YYYY-MM-DD). */
export type Exception = { id: string; package: string; reason: string; until: string };
export type Verdict = {
  /** `unknown`: the registry gave no audit, so nothing was checked. */
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

/** Judges the JSON that `npm audit --json` printed. `today` as YYYY-MM-DD. */
export function judge(output: string, exceptions: readonly Exception[], today: string): Verdict {
  const report = reportIn(output);
  if (report?.auditReportVersion === undefined) {
    const why = report?.message ?? report?.error?.summary ?? report?.error?.code ?? "no answer that can be read";
    // Not where it was asked: which registry a machine uses is its own affair.
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

/** Each advisory once; a package that is named only because of another's is not an advisory of its own. */
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
