import { handle } from "@/lib/server/http/handle";
import { getStorageReport } from "@/lib/server/storage";

export const GET = handle({}, () => getStorageReport());
