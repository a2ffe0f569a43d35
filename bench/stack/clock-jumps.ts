// Loaded into a process before its own code: its clock jumps every second, by up to 20 minutes forwards or backwards. Timers go
// on, as they do when an operating system's clock is set.
const clock = Date
let offset = 0
const jump = () => {
  offset = Math.round((Math.random() - 0.5) * 2 * 20 * 60_000)
}
jump()
setInterval(jump, 1000).unref()
const now = () => clock.now() + offset

globalThis.Date = new Proxy(clock, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
