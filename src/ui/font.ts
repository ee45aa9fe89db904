import latinExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** Fetches Figtree once the first screen stands: the fallback has its measures, so nothing moves when it arrives. Offline without it the fallback stays. */
export const loadFont = async (): Promise<void> => {
  const faces = [
    new FontFace('Figtree', `url(${latin})`, { weight: '300 900', display: 'swap' }),
    // Macrons of te reo Māori and other letters; the browser fetches it only for text that has them.
    new FontFace('Figtree', `url(${latinExt})`, {
      weight: '300 900',
      display: 'swap',
      unicodeRange: 'U+0100-02BA, U+1E00-1E9F, U+20A0-20AB',
    }),
  ]
  for (const face of faces) document.fonts.add(face)
  await faces[0]?.load().catch(() => undefined)
  document.documentElement.style.setProperty('--font-figtree', 'Figtree')
}
