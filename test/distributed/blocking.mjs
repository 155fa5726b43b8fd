// Blocks the event loop of a process, for as long as a lock of its work holds and more, when it
// gets SIGUSR2.
process.on('SIGUSR2', () => {
  const end = Date.now() + 15_000;
  while (Date.now() < end);
});
