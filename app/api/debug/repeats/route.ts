import { RepeatsQuerySchema } from "@/lib/schema/effect";
import { handle } from "@/lib/server/http/handle";
import { readRepeats } from "@/lib/server/repeats";

export const GET = handle({ query: RepeatsQuerySchema }, ({ query }) => readRepeats(query));
