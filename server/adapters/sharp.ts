import sharp from 'sharp'

// The library of pictures, as every reader of pictures uses it: no cache, and one thread, because the calls of staff need the
// machine more.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
