import { flushSync } from 'react-dom'

/** Milliseconds of --m-fast and --m-move (tokens.css). */
const [fast, move] = [90, 160]
/** Rows below that a window can show. */
const most = 40

/** Tints a row that is decided, then hides it; the rows below close up, unless they keep their places under a resting pointer. */
export async function leaveRow(row: HTMLElement | null, hide: () => void): Promise<void> {
  if (!row?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return hide()
  await row.animate({ backgroundColor: 'var(--chosen)' }, { duration: fast, fill: 'forwards' }).finished
  const rows = [...(row.closest('table, ul, ol')?.querySelectorAll<HTMLElement>('tr, li') ?? [])]
  const tops = rows
    .slice(rows.indexOf(row) + 1)
    .slice(0, most)
    .map((one) => [one, one.getBoundingClientRect().top] as const)
  flushSync(hide)
  for (const [one, top] of tops) {
    const by = top - one.getBoundingClientRect().top
    if (by !== 0 && one.isConnected)
      one.animate(
        { transform: [`translateY(${by}px)`, 'none'] },
        { duration: move, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
      )
  }
}
