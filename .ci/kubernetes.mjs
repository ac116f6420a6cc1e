// Checks manifests against the schemas of the Kubernetes API: `.ci/kubernetes` runs it beside the packages that it installs.
import { readFileSync } from "node:fs";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { PersistentVolumeClaim, Service } from "kubernetes-models/v1";
import { parseAllDocuments } from "yaml";

const KINDS = {
  "v1 PersistentVolumeClaim": PersistentVolumeClaim,
  "v1 Service": Service,
  "apps/v1 Deployment": Deployment,
  "batch/v1 Job": Job,
};

let faults = 0;
let checked = 0;
for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(file, "utf8"))) {
    const value = document.toJS();
    const Kind = KINDS[`${value?.apiVersion} ${value?.kind}`];
    try {
      if (document.errors.length > 0) throw document.errors[0];
      if (Kind === undefined) throw new Error(`no schema for ${value?.apiVersion} ${value?.kind}`);
      new Kind(value).validate();
      checked += 1;
    } catch (error) {
      faults += 1;
      process.stderr.write(`${file}: ${error.message}\n`);
    }
  }
}
process.stdout.write(`${checked} documents fit, ${faults} do not\n`);
process.exitCode = faults === 0 && checked > 0 ? 0 : 1;
