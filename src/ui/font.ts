import latinExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** Loads Figtree after the first screen: the fallback has the same metrics, so nothing moves. Offline the fallback stays. */
export const loadFont = async (): Promise<void> => {
  const faces = [
    new FontFace('Figtree', `url(${latin})`, { weight: '300 900', display: 'swap' }),
    // Macrons of te reo Māori and other letters; the browser loads the file only for text that has them.
    new FontFace('Figtree', `url(${latinExt})`, {
      weight: '300 900',
      display: 'swap',
      unicodeRange: 'U+0100-02BA, U+1E00-1E9F, U+20A0-20AB',
    }),
  ]
  for (const font of faces) document.fonts.add(font)
  await faces[0]?.load().catch(() => undefined)
  document.documentElement.style.setProperty('--font-figtree', 'Figtree')
}
