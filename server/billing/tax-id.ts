import { isAbn, isIrd } from '../entity-matching/checksums.ts'

/** Digits only of an ABN or a New Zealand GST number; null if it is neither. */
export const readTaxId = (text: string): string | null => {
  const digits = text.replaceAll(/[\s-]/g, '')
  return isAbn(digits) || isIrd(digits) ? digits : null
}

/** An ABN has 11 digits, a GST number 8 or 9. */
export const taxIdType = (taxId: string): 'au_abn' | 'nz_gst' =>
  taxId.length === 11 ? 'au_abn' : 'nz_gst'
