import type { PromptParser } from '../prompt-search/parse.ts'
import type { Handlers } from '../platform/http/context.ts'

export const promptHandlers = (parse: PromptParser): Handlers<'parsePrompt'> => ({
  parsePrompt: async (input) => parse(input),
})
