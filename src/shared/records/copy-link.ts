import { showToast } from '../../ui/toasts.tsx'

export const copyLink = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    showToast({ title: 'Link copied' })
  } catch {
    showToast({ title: 'We couldn’t copy the link', tone: 'danger' })
  }
}
