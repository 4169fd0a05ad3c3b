import { getInfo } from "@/lib/server/info";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({}, () => getInfo());
