const nobody = 65_534;

/**
 * Runs `work` as a user whom file permissions bind: root, as in a container, may read everything. The effective user is that of the
 * whole process, so nothing else may run beside it.
 */
export async function withoutPrivileges<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
