/** In one sentence for the operator: shown without a stack, with exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal'
}
