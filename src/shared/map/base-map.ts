import type { StyleSpecification } from 'maplibre-gl'

export const prepareBaseMap = (): Promise<{
  style: (theme: 'light' | 'dark') => StyleSpecification
  notice: string
}> =>
  Promise.resolve({
    style: (theme) => ({
      version: 8,
      sources: {},
      layers: [
        {
          id: 'ground',
          type: 'background',
          paint: { 'background-color': theme === 'dark' ? '#222' : '#eee' },
        },
      ],
    }),
    notice: '',
  })

export const storeBaseMap = (): Promise<void> => Promise.resolve()
