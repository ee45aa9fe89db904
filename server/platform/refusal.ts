/** A reason not to start, in one plain sentence for the person at the terminal: it is shown without a stack and ends the process with code 1. */
export class Refusal extends Error {
  override name = 'Refusal'
}
