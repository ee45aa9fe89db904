/** Why a file of one's own cannot be taken, in a sentence for whoever sent it; `pointer` says where: /rows/17/columns/3, both counted from 1. */
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

/** A workbook beyond its budget of bytes, cells, seconds or memory. */
export const tooLarge = (): Unreadable =>
  new Unreadable('This workbook is too large. Save the sheet as CSV and upload that.', {
    code: 'too-large',
  })
