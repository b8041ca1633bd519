import { serve } from "../../answers.mjs";

export const dynamic = "force-dynamic";
export const GET = serve("llms.txt");
