import { expect, test } from 'vitest'
import { isAbn, isAcn, isIrd, isLei, isNzbn } from '../../../server/entity-matching/checksums.ts'

test('accepts published examples of each number', () => {
  expect(isAbn('51824753556')).toBe(true)
  expect(['000000019', '000250000', '004085616', '010499966'].every(isAcn)).toBe(true)
  expect(isNzbn('9429000000017')).toBe(true)
  expect(['49091850', '35901981', '49098576', '136410132'].every(isIrd)).toBe(true)
  expect(isLei('5493000QFIELDBK00105')).toBe(true)
})

test.each([
  ['ABN', isAbn, '51824753556'],
  ['ACN', isAcn, '004085616'],
  ['IRD', isIrd, '49091850'],
  ['NZBN', isNzbn, '9429000000017'],
  ['LEI', isLei, '5493000QFIELDBK00105'],
] as const)('%s: rejects every single wrong digit', (_, holds, number) => {
  for (let index = 0; index < number.length; index++) {
    const digit = number[index] ?? ''
    if (!/\d/.test(digit)) continue
    const other = String((Number(digit) + 1) % 10)
    expect(holds(number.slice(0, index) + other + number.slice(index + 1))).toBe(false)
  }
})

test('rejects other lengths, letters and blanks', () => {
  for (const text of ['', '5182475355', '518247535561', '51 824 753 556', 'ABCDEFGHIJK'])
    expect(isAbn(text)).toBe(false)
  expect(isAcn('000000000')).toBe(false)
  for (const text of ['136410133', '9125568', '150000001', '49-091-850'])
    expect(isIrd(text)).toBe(false)
  expect(isNzbn('9329000000017')).toBe(false)
  expect(isLei('5493000qfieldbk00105')).toBe(false)
})
