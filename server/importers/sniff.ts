import { parse } from 'csv-parse/sync'

export const markupReason = (head: string): string | undefined => {
  const start = head.trimStart().slice(0, 500).toLowerCase()
  if (/^<(!doctype html|html|head|body)/.test(start))
    return 'a web page (HTML), perhaps an error page of the site it was fetched from'
  if (/^<(\?xml|!--|[a-z])/.test(start)) return /<html/.test(start) ? 'a web page (HTML)' : 'XML'
  return /^[[{]\s*["[{\]}]/.test(start) ? 'JSON' : undefined
}

export const tableHead = (head: string, delimiter: string, count = 4): string[][] => {
  const lines = head.split(/\r\n|\n|\r/)
  const whole = lines.length > 1 ? head.slice(0, head.lastIndexOf(lines.at(-1) ?? '')) : head
  try {
    const records: string[][] = parse(whole === '' ? head : whole, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: count,
    })
    return records.map((record) => record.map((cell) => cell.trim()))
  } catch {
    return []
  }
}
