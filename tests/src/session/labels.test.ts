import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { phoneErrors } from '../../../contract/core/phone.ts'
import { labels } from '../../../src/session/labels.ts'

test("Clerk's screens use the texts of the specification", () => {
  expect(labels).toMatchObject({
    createOrganization: { title: 'Create company', formButtonSubmit: 'Create' },
    organizationList: { titleWithoutPersonal: 'Select your customer' },
    organizationProfile: {
      start: { headerTitle__members: 'Users' },
      membersPage: {
        action__invite: 'Invite user',
        activeMembersTab: { menuAction__remove: 'Remove user' },
      },
    },
    signIn: { start: { title: 'Log in', titleCombined: 'Log in' } },
    formFieldLabel__emailAddress: 'Work email',
    formFieldLabel__phoneNumber: 'Mobile number',
    roles: { basic_member: 'Standard', 'org:basic_member': 'Standard' },
    unstable__errors: {
      form_identifier_exists__phone_number: phoneErrors.inUse,
      form_param_format_invalid__phone_number: phoneErrors.format,
    },
  })
})

test('leaving a company warns that access is lost and that this is permanent', () => {
  const leave = labels.organizationProfile?.profilePage?.dangerSection?.leaveOrganization
  expect(leave?.messageLine1).toContain('lose access to the app')
  expect(leave?.messageLine2).toContain('permanent')
})

// The texts of the clerk-js that we serve come from the package with which it was built.
const ofClerk = createRequire(createRequire(import.meta.url).resolve('@clerk/clerk-js'))
const { enUS }: { enUS: object } = ofClerk('@clerk/localizations')

test('no text on a screen of Clerk uses a term that our labels replace', () => {
  const ours = new Map(collectTexts(labels))
  const spoken = collectTexts(enUS).map(([path, text]): [string, string] => [
    path,
    ours.get(path) ?? text,
  ])
  expect(
    collectTexts(enUS).filter(([, text]) => /organization/i.test(text)).length,
  ).toBeGreaterThan(40)
  const screens = spoken.filter(([path]) => !unused.test(path))
  expect(screens.filter(([, text]) => /organi[sz]ation\b/i.test(text))).toEqual([])
  expect(screens.filter(([, text]) => /\bmembers?\b/i.test(text))).toEqual([])
  expect(screens.filter(([, text]) => /phone number/i.test(text))).toEqual([])
  expect(screens.filter(([, text]) => /\b(?:canceled|color|en-US)\b/i.test(text))).toEqual([])
})

test('every label of ours has a key that Clerk uses', () => {
  const known = new Set(collectTexts(enUS).map(([path]) => path))
  const optional = /^(locale$|roles\.|unstable__errors\.)|\.(sub)?titleCombined$/
  expect(
    collectTexts(labels)
      .map(([path]) => path)
      .filter((path) => !known.has(path) && !optional.test(path)),
  ).toEqual([])
})

// Parts of Clerk that the product does not use: API keys, billing, second factors by text, other senders of codes.
const unused =
  /^(apiKeys|billing|badge__|commerce|web3|locale$|reverification|taskSetupMfa|configureSSO|waitlist)|\.(web3\w*|mfaPhoneCodePage|mfaPage|alternativePhoneCodeProvider|phoneCodeMfa|mfaSection)\b/

function collectTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    collectTexts(child, path ? `${path}.${key}` : key),
  )
}
