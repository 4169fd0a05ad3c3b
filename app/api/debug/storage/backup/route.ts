import { handle } from "@/lib/server/http/handle";
import { backUp } from "@/lib/server/storage";

export const GET = handle({ level: "editor" }, () => backUp());
