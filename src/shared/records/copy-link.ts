import { showToast } from '../../ui/toasts.tsx'

/** Copies the full URL of a path, and shows whether that worked. */
export const copyLink = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    showToast({ title: 'Link copied' })
  } catch {
    showToast({ title: 'We couldn’t copy the link', tone: 'danger' })
  }
}
