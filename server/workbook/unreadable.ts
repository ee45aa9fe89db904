/** In a sentence for the member; `pointer` is /rows/17/columns/3, counted from 1. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly pointer: string
  readonly code: string

  constructor(detail: string, { pointer = '', code = 'unreadable' } = {}) {
    super(detail)
    this.pointer = pointer
    this.code = code
  }
}

export const tooLarge = (): Unreadable =>
  new Unreadable('This workbook is too large. Save the sheet as CSV and upload that.', {
    code: 'too-large',
  })
