import type { PromptParser } from '../../domain/prompt/parse.ts'
import type { Handlers } from '../../platform/context.ts'

/** Searches told in words. */
export const promptHandlers = (parse: PromptParser): Handlers<'parsePrompt'> => ({
  parsePrompt: async (input) => parse(input),
})
