import { config } from "zod";

// zod probes for `eval` when the first object schema is made; under the Content-Security-Policy that probe is reported as a violation.
config({ jitless: true });
