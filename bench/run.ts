// Runs all benchmarks against the shipped command, as a client uses it, and prints one table.
import { benchDeposits, benchLatency, benchRetries } from "./deposits.ts";
import { benchEngine } from "./engine.ts";
import { benchLists } from "./lists.ts";
import { benchPackage } from "./package.ts";
import { benchRequests } from "./requests.ts";
import { startServer } from "./server.ts";
import { benchSnapshots } from "./snapshots.ts";
import { benchStart } from "./start.ts";
import { printTable, type Row } from "./table.ts";
import { benchTenants, benchTimeTravel } from "./worlds.ts";

const LATENCY_SAMPLES = Number(process.env["BENCH_SAMPLES"] ?? 500);
const TRANSFERS = Number(process.env["BENCH_TRANSFERS"] ?? 5_000);

const rows: Row[] = [];
const logProgress = (text: string): void => void process.stderr.write(`bench: ${text}\n`);

logProgress("the package, built and packed");
rows.push(...benchPackage());
logProgress("cold start, five times");
rows.push(...(await benchStart(5)));

const server = await startServer();
rows.push({ what: "memory, idle (RSS)", value: server.rssMegabytes(), unit: "MB" });
logProgress(`transfer → deposit.confirmed webhook, ${LATENCY_SAMPLES} times`);
rows.push(...(await benchLatency(server, LATENCY_SAMPLES)));
rows.push(...(await benchRetries(server)));
logProgress("fifty tenants, ninety days");
rows.push(...(await benchTenants(server, 50)));
rows.push(...(await benchTimeTravel()));
logProgress("requests per second");
rows.push(...(await benchRequests(server)));
logProgress(`${TRANSFERS} transfers through the whole pipeline`);
const pipeline = await benchDeposits(server, TRANSFERS);
rows.push(...pipeline.rows);
rows.push({ what: "memory, afterwards (RSS)", value: server.rssMegabytes(), unit: "MB" });
logProgress("snapshots");
rows.push(...(await benchSnapshots(server)));
await server.stop();

logProgress(`the same ${TRANSFERS} transfers on the bare engine`);
const engine = await benchEngine(pipeline.signed);
rows.push(...engine.rows);
rows.push({ what: "whole pipeline / bare engine", value: pipeline.perSecond / engine.perSecond, unit: "ratio" });
logProgress("lists of 100,000 rows");
rows.push(...(await benchLists()));
printTable(rows);
