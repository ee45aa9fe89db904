export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** What a picture draws, inside `clip`. A cover is a bar in place of text or a photo. */
export type Shape = { at: Box; clip: Box; colour: string } & (
  | { is: 'ground'; line: string | null; radius: number }
  | { is: 'text'; text: string; font: string }
  | { is: 'icon'; path: string; units: number; stroke: number }
  | { is: 'cover' }
)

/**
 * The page below `root` as it is on the screen, in the order of drawing. Emails, phone numbers, photos and what is in fields are
 * covered: their texts are in no shape.
 */
export const readShapes = (root: Element, screen: Box): Shape[] => {
  const page: Shape[] = []
  const above: Shape[] = []
  const walk = (element: Element, within: Box, into: Shape[]): void => {
    const style = getComputedStyle(element)
    if (style.display === 'none' || style.opacity === '0' || isFolded(element)) return
    const isFixed = style.position === 'fixed'
    const shapes = isFixed || style.position === 'sticky' ? above : into
    const clip = isFixed ? screen : within
    const at = element.getBoundingClientRect()
    const isVisible = style.visibility !== 'hidden'
    if (isVisible) shapes.push(...groundOf(at, clip, style))
    const inner = style.overflow === 'visible' ? clip : overlap(clip, at)
    // Texts for screen readers are a pixel wide.
    if (inner.width < 2 || inner.height < 2) return
    if (isVisible && element.matches('svg')) shapes.push(...iconOf(element, at, inner, style))
    else if (element.matches(unreadable)) {
      if (isVisible && !isEmptyField(element))
        shapes.push({ is: 'cover', at, clip: inner, colour: style.color })
    } else {
      const isContact = hasContact(element)
      for (const child of element.childNodes)
        if (child instanceof Element) walk(child, inner, shapes)
        else if (isVisible && child instanceof Text)
          shapes.push(...textOf(child, inner, style, isContact))
    }
  }
  walk(root, screen, page)
  return [...page, ...above].filter(({ at, clip }) => {
    const { width, height } = overlap(at, clip)
    return width > 0 && height > 0
  })
}

/** Its style says nothing of that. */
const isFolded = (element: Element): boolean =>
  element.matches('details:not([open]) > :not(summary)')

const unreadable = 'img, canvas, video, iframe, input, textarea, select'

const isEmptyField = (element: Element): boolean =>
  element.matches('input[type="checkbox"], input[type="radio"]') ||
  ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    element.value === '')

const groundOf = (at: Box, clip: Box, style: CSSStyleDeclaration): Shape[] => {
  const line = parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : null
  const colour = style.backgroundColor
  if (line === null && isClear(colour)) return []
  return [
    { is: 'ground', at, clip, colour, line, radius: parseFloat(style.borderTopLeftRadius) || 0 },
  ]
}

const isClear = (colour: string): boolean =>
  colour === '' || colour === 'transparent' || /[,/]\s*0\)$/.test(colour)

const iconOf = (svg: Element, at: Box, clip: Box, style: CSSStyleDeclaration): Shape[] => {
  const units = Number(svg.getAttribute('viewBox')?.split(' ')[2]) || at.width
  const stroke = svg.getAttribute('fill') === 'none' ? Number(svg.getAttribute('stroke-width')) : 0
  return [...svg.querySelectorAll(':scope > path')].map((path) => ({
    is: 'icon',
    at,
    clip,
    colour: style.color,
    path: path.getAttribute('d') ?? '',
    units,
    stroke,
  }))
}

/** Word by word, because the page has broken the lines. */
const textOf = (node: Text, clip: Box, style: CSSStyleDeclaration, isContact: boolean): Shape[] => {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  return [...node.data.matchAll(/\S+/g)].flatMap(({ 0: text, index }): Shape[] => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + text.length)
    const [at] = range.getClientRects()
    if (at === undefined) return []
    const shape = { at, clip, colour: style.color }
    return [isContact ? { ...shape, is: 'cover' } : { ...shape, is: 'text', text, font }]
  })
}

/** An address or a number may be several texts, so the whole element is looked at. */
const hasContact = (element: Element): boolean => {
  if (element.closest('a[href^="mailto:"], a[href^="tel:"]') !== null) return true
  const hasText = [...element.childNodes].some((child) => child instanceof Text)
  return hasText && contact.test(element.textContent ?? '')
}

/** An at sign in a word, or six digits with what separates them in numbers. */
const contact = /\S@\S|\d(?:[ ().+-]{0,3}\d){5}/

const overlap = (a: Box, b: Box): Box => {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  return {
    left,
    top,
    width: Math.min(a.left + a.width, b.left + b.width) - left,
    height: Math.min(a.top + a.height, b.top + b.height) - top,
  }
}
