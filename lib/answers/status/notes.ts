// Notes that say what is wrong with chains. Chains with equal problems share one note.

import type { Message, MessageParams } from "../../protocol/model/messages.ts";
import type { ChainNote, NetworkReading } from "../../protocol/model/network-status.ts";
import type { PayoutEnd } from "../../protocol/model/verdicts.ts";
import { chainNote } from "../../protocol/safety/chain-note.ts";
import { type Preset, shortChainName } from "../../protocol/values/chains.ts";
import { noteTextBelow, noteWord } from "../../say/notes.en.ts";
import { joinWords } from "../../say/phrases.en.ts";
import { sentenceOf } from "../../say/reason-text.ts";
import { doubtText, everyChainExcept, noteTitle } from "../../say/status.en.ts";
import { type Group, groupBy } from "../groups.ts";

const MAX_EXCEPTED_CHAINS = 2;

interface NoteText {
  readonly state: "halted" | "warned" | "unknown";
  readonly title: string;
  readonly text: string;
}

/** Lists notes on chains with problems. Leaves out each note that the headline box says in full. */
export function listNotes(
  reading: NetworkReading,
  preset: Preset,
  signMessages: readonly Message[],
): readonly NoteText[] {
  const toJson = (message: Message) => JSON.stringify(message);
  const signMessagesJson = new Set(signMessages.map(toJson));
  const payoutEnd = payoutEndOf(reading);
  const notes = reading.chains
    .map((chain) => chainNote(chain, reading.trading, preset, payoutEnd))
    .filter((note) => note !== null)
    .filter(({ messages }) => !messages.every((message) => signMessagesJson.has(toJson(message))));
  const noteGroups = groupBy(notes, ({ state, stops, doubt, messages }) =>
    JSON.stringify([state, stops, doubt, messages]),
  );
  return [...noteGroups.values()]
    .sort(([a], [b]) => noteRank(a) - noteRank(b))
    .map((group) => {
      const [note] = group;
      return {
        state: noteState(note),
        title: noteTitle(groupName(group, reading, preset), noteWord(note)),
        text: noteTextBelow(note),
      };
    });
}

/** From the warning of payouts that wait, which is about all their chains. */
function payoutEndOf({ warnings }: NetworkReading): PayoutEnd | null {
  const warning = warnings.find(({ message }) => message.id === "payouts_wait");
  return warning ? (warning.message.params as MessageParams<"payouts_wait">).end : null;
}

/** Says why data of a chain is not known. Leaves out chains that have a note or that halt soon. */
export function listUnknownDataTexts(reading: NetworkReading, preset: Preset): string[] {
  return reading.chains.flatMap((chain) =>
    chain.reason === null ||
    chain.reason.code === "halts_soon" ||
    chainNote(chain, reading.trading, preset) !== null
      ? []
      : doubtText(shortChainName(chain.chain, preset), sentenceOf(chain.reason)),
  );
}

const noteRank = ({ stops, state }: ChainNote) =>
  2 * ["sending", "payouts", "liquidity"].indexOf(stops) + (state === "halted" ? 0 : 1);

/** A halt of only payouts or liquidity is shown as `warned`, because sending still works. */
const noteState = ({ state, stops }: ChainNote) =>
  state === "halted" && stops !== "sending" ? "warned" : state;

/** Names the chains of a note: "Litecoin and Dogecoin" or "Every chain except Cosmos Hub". */
function groupName(group: Group<ChainNote>, { chains }: NetworkReading, preset: Preset): string {
  const groupChains = group.map(({ chain }) => chain);
  const exceptedChains = chains
    .map(({ chain }) => chain)
    .filter((chain) => !groupChains.includes(chain));
  const chainNamesOf = (codes: readonly string[]) =>
    codes.map((code) => shortChainName(code, preset));
  const isExceptionShorter =
    exceptedChains.length <= MAX_EXCEPTED_CHAINS && groupChains.length > exceptedChains.length + 1;
  return isExceptionShorter
    ? everyChainExcept(chainNamesOf(exceptedChains))
    : joinWords(chainNamesOf(groupChains));
}
