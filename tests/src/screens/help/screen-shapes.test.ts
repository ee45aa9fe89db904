import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readShapes } from '../../../../src/screens/help/screen-shapes.ts'

const screen = { left: 0, top: 0, width: 390, height: 844 }
const box = new DOMRect(8, 16, 200, 20)

beforeEach(() => {
  // happy-dom lays nothing out.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  vi.spyOn(Range.prototype, 'getClientRects').mockReturnValue(
    Object.assign([box], { item: () => box }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

const shapesOf = (html: string) => {
  document.body.innerHTML = html
  return readShapes(document.body, screen)
}
const textsOf = (html: string): string[] =>
  shapesOf(html).flatMap((shape) => (shape.is === 'text' ? [shape.text] : []))
const covers = (html: string): number => shapesOf(html).filter(({ is }) => is === 'cover').length

it('A picture shows texts word by word, and what is hidden not at all', () => {
  expect(
    textsOf(`
      <h1>Perth builders</h1><p>1,284 companies, 3 Mar 2026</p>
      <p style="display: none">Secret</p><p style="visibility: hidden">Secret</p>
      <p style="opacity: 0">Secret</p><details><summary></summary><p>Secret</p></details>`),
  ).toEqual(['Perth', 'builders', '1,284', 'companies,', '3', 'Mar', '2026'])
})

it.each([
  ['an email', '<p>alex@harbour.example</p>'],
  ['an email in pieces', '<span>alex@<wbr>harbour<wbr>.example</span>'],
  ['a link to an email', '<a href="mailto:alex@harbour.example"><b>Alex</b></a>'],
  ['a link to a number', '<a href="tel:+61491570006">Call</a>'],
  ['a mobile', '<p>0491 570 006</p>'],
  ['a number with its country', '<p>+61 (08) 5550-4711</p>'],
  ['a number in a sentence', '<p>Call 09 5550 471 after ten</p>'],
  ['a photo', '<img alt="Alex Example" src="/alex.png">'],
])('A picture covers %s', (_, html) => {
  expect(textsOf(html)).toEqual([])
  expect(covers(html)).toBeGreaterThan(0)
})

it('A picture covers what is typed in fields, and leaves empty ones and choices', () => {
  document.body.innerHTML =
    '<input><textarea></textarea><input type="checkbox" checked><input class="typed">'
  const typed = document.querySelector('.typed')
  if (typed instanceof HTMLInputElement) typed.value = 'Wendy Wren'
  const shapes = readShapes(document.body, screen)
  expect(shapes.filter(({ is }) => is === 'cover')).toHaveLength(1)
  expect(JSON.stringify(shapes)).not.toContain('Wendy')
})
