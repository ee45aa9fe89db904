import { Uncertain, Unreadable } from '../connectors/errors.ts'

const attempts = 3

/** For what may be done twice; undefined without an answer. */
export const repeated = async <Result>(
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Uncertain) && !(error instanceof Unreadable)) throw error
    }
  return undefined
}
