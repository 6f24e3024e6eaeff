"""Level sets on several machines: the same steps, as tasks of a Dask cluster.

A level lies in *shards*, files in a folder that all machines see (any that fsspec reaches: a
folder, NFS, an object store). :mod:`parts <pegsolitaire.cluster.shards>` says what is in them,
:mod:`files <pegsolitaire.cluster.shards>` reads and writes them;
:mod:`tasks <pegsolitaire.cluster.tasks>` is what workers do, a shard at a time;
:mod:`driver <pegsolitaire.cluster.driver>` hands out what is lacking and mends what was lost;
:mod:`levels <pegsolitaire.cluster.runner>` makes levels and paths of it, with the methods of the
engine; :mod:`runner <pegsolitaire.cluster.runner>` brings a cluster into ``WinningSets.build`` and
``count_solutions``.

Scheduling, transport and recovery are Dask's, storage is fsspec's: both come with the extra
``pegsolitaire[cluster]``, and only these modules import them.
"""
