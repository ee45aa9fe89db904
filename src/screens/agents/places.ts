import { links } from '../../../contract/links.ts'

/** One's agents, over the signals. */
export const agentsAddress = `${links.signals()}?agents`
