import { config } from "@/lib/config.ts";
import { checkNetwork } from "@/lib/runtime/network.ts";
import { answerCron } from "@/lib/runtime/timers.ts";

export const dynamic = "force-dynamic";

export const GET = (request: Request) => answerCron(request, { secret: config().cronSecret, check: checkNetwork });
