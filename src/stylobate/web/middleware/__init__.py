"""What every request passes on its way in, from the outermost: one idea a file.

    journal     counted, named, and written down where an operator should see it
    headers     what a browser may do with the answer
    faults      answered, even if we fail
    hosts       only under our own name
    rates       not too often
    csrf        from our own pages, where it changes something
    sizes       not too large
    asking      for whom, and only while they wait

Each may answer by itself (`answers.refused`); none knows the tables.
"""
