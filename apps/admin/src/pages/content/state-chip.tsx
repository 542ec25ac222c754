import { say } from "@uola/words/admin";
import { type Opened, stateOf } from "./state.ts";
import { whenOf } from "./when.ts";

/** Shows the state of an item: "Paskelbta", "Juodraštis", "Bus paskelbta rytoj 9:00". */
export function StateChip({ of }: { of: Opened }) {
  const state = stateOf(of);
  const text =
    state.kind === "scheduled"
      ? say("content.state.scheduled", { when: whenOf(state.date) })
      : say(`content.state.${state.kind}`);
  return <span className={`state-word chip ${state.kind}`}>{text}</span>;
}
