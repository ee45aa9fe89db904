import { afterEach, expect, test } from 'vitest'
import { appearance } from '../../../src/session/appearance.ts'
import { clearEmptiedPhone } from '../../../src/session/phone-error.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

clearEmptiedPhone(document)

/** As Clerk marks a refused number. */
const refused = (name = 'phoneNumber'): HTMLInputElement => {
  document.body.innerHTML = `<input name="${name}" class="cl-error" aria-invalid="true" aria-describedby="error-${name}" value="123">`
  const [input] = document.getElementsByTagName('input')
  if (!input) throw new Error('no field')
  return input
}

const type = (input: HTMLInputElement, value: string): void => {
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

test('an emptied optional number is no error; the refused one is again when it is typed again', () => {
  const input = refused()
  type(input, '')
  expect(input.getAttribute('aria-invalid')).toBe('false')
  expect(input.hasAttribute('aria-describedby')).toBe(false)
  type(input, '1234')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')).toBe('error-phoneNumber')
})

test('another emptied field stays as Clerk marked it', () => {
  const input = refused('emailAddress')
  type(input, '')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('the error of an emptied number is not drawn', () => {
  expect(appearance.elements).toMatchObject({
    formField__phoneNumber: {
      '&:has(input:placeholder-shown)': {
        '& .cl-formFieldErrorText, & > [aria-live]': { display: 'none' },
      },
    },
  })
})
