import type { Page } from '@playwright/test'
import { expect, test, withoutLive } from '../stack/test.ts'

// Layouts hold with words that are 40 % longer, as in other languages, and from right to left.

const pages = [
  '/dashboard/users',
  '/dashboard/desk',
  '/dashboard/pending_review',
  '/dashboard/txns/overview',
  '/dashboard/messages',
  '/dashboard/refunds',
  '/dashboard/disputes',
  '/dashboard/email-templates',
  '/dashboard/staff',
  '/dashboard/your-sign-in',
  '/user-detail/sentinel-edit-13',
]

/** Makes each word of the page longer by 40 %, once: a page in another width has most of its words already. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const known = window as unknown as { longer?: WeakMap<Node, string> }
    known.longer ??= new WeakMap()
    const longer = (of: Node, text: string) => {
      if (known.longer?.get(of) === text) return text
      const words = text.replace(/\p{L}{2,}/gu, (word) => word + 'o'.repeat(Math.ceil(word.length * 0.4)))
      known.longer?.set(of, words)
      return words
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts)
      if (!text.parentElement?.closest('script, style, time, code, textarea'))
        text.data = longer(text, text.data)
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]'))
      field.placeholder = longer(field, field.placeholder)
  })

/** Controls that cut their words or cover each other, and what makes the page wider than the window. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} ${JSON.stringify((element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50))}`
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      found.add(`the page is ${scrollWidth - clientWidth} px wider than the window`)
      const inside = (element: Element) => {
        for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
          if (getComputedStyle(box).overflowX !== 'visible') return true
        return false
      }
      const wide = [...document.querySelectorAll('#root *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > clientWidth + 1) && !inside(element)
      })
      for (const element of wide.slice(-3)) found.add(`too wide: ${named(element)}`)
    }
    // Some are for screen readers only.
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 4 &&
        height > 4 &&
        element.checkVisibility({
          visibilityProperty: true,
          opacityProperty: true,
          contentVisibilityAuto: true,
        })
      )
    }
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button, [role=tab], nav a, label, th, h1, h2, h3'),
    ].filter(seen)
    for (const control of controls) {
      const parts = [control, ...control.querySelectorAll<HTMLElement>('*')].filter(
        (part) =>
          getComputedStyle(part).overflowX !== 'visible' &&
          // Names and titles are shortened, with the whole in their tooltip. A switch has no words.
          !part.matches('[dir=auto], [dir=auto] *, .mantine-Switch-track'),
      )
      for (const part of parts)
        if (seen(part) && part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
          found.add(`cut: ${named(control)}`)
    }
    // A choice is measured as text: a select does not report what it cuts.
    const pen = document.createElement('canvas').getContext('2d')
    for (const select of [...document.querySelectorAll('select')].filter(seen)) {
      const style = getComputedStyle(select)
      const room =
        select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (pen) pen.font = style.font
      if (pen && pen.measureText(select.selectedOptions[0]?.text ?? '').width > room + 1)
        found.add(`cut: ${named(select)}`)
    }
    const places = controls
      .filter((control) => control.matches('button, [role=tab], a'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1)) {
        if (one.control.contains(other.control)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 2 && down > 2) found.add(`overlap: ${named(one.control)} and ${named(other.control)}`)
      }
    return [...found]
  })

const directions = { ltr: 'from left to right', rtl: 'from right to left' } as const

for (const [direction, words] of Object.entries(directions))
  test(`longer words fit, ${words}, in a wide and a narrow window @slow`, async ({ page }) => {
    // A live event would write the usual words again.
    await withoutLive(page)
    await page.addInitScript((dir) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dir = dir
      })
    }, direction)
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(path)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        await lengthen(page)
        expect.soft(await faults(page), `${path}, ${width} px`).toEqual([])
      }
    }
  })
