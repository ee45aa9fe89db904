import { isHubspot } from '../vendors/hubspot-chat.ts'

type Set = Record<string, string | undefined>

export type ChatEnv = { script: string; token: string }

const together = ['HUBSPOT_CHAT_SCRIPT', 'HUBSPOT_CHAT_TOKEN']

export const chatProblems = (set: Set): string[] => {
  const missing = together.filter((name) => set[name] === undefined)
  if (missing.length === 1)
    return [`${missing[0]} is not set: set both of ${together.join(', ')} for a chat, or neither.`]
  const script = set['HUBSPOT_CHAT_SCRIPT']
  const emulated = /^http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}\/\d+\.js$/
  const problems: string[] = []
  if (script !== undefined && !isHubspot(script) && !emulated.test(script))
    problems.push(
      "HUBSPOT_CHAT_SCRIPT must be the address of the script in HubSpot's tracking code, for example https://js-ap1.hs-scripts.com/1234567.js.",
    )
  const support = set['CONTACT_SUPPORT']
  if (support !== undefined && !/^(?:https:\/\/\S+|mailto:[^@\s]+@[^@\s]+)$/.test(support))
    problems.push('CONTACT_SUPPORT must be a web address or a mailto: address.')
  return problems
}

export const chatOf = (set: Set): ChatEnv | undefined => {
  const [script, token] = together.map((name) => set[name])
  return script !== undefined && token !== undefined ? { script, token } : undefined
}
