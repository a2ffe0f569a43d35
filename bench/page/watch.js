// Runs first in the measured page (bench/page/typing.ts): records the time from a key to its painting, and on the users
// page the time from Enter to the painted answer, in milliseconds.
;(() => {
  /** From a typed key to the next painted frame. */
  const keys = []
  /** For each search: the times of Enter and of the painted answer. */
  const searches = []
  window.watched = { keys, searches }

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') keys.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })

  /** Whether the users page is loading, or the number of rows it shows; null on another page. */
  const look = () => {
    if (location.pathname.startsWith('/user-detail/'))
      return { busy: !document.querySelector('aside[aria-label="Person"] h1'), shows: 'person' }
    const busy = document.querySelector('search [role="status"]') !== null
    const results = document.querySelector('section[aria-label="Search results"]')
    const rows = results?.querySelectorAll('tbody:not([aria-hidden]) tr').length ?? 0
    return { busy, shows: rows > 0 ? 'rows' : 'nothing', rows }
  }
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.target.type !== 'search') return
      const search = { term: event.target.value, from: event.timeStamp, painted: null }
      searches.push(search)
      let loading = false
      const watch = new MutationObserver(() => {
        const { busy, ...shown } = look()
        loading ||= busy
        if (!loading || busy) return
        watch.disconnect()
        // After the frame that shows it, not before.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => Object.assign(search, shown, { painted: performance.now() })
          port2.postMessage(null)
        })
      })
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    },
    true,
  )
})()
