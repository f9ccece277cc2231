"""What every request passes on its way in: one idea a file, in this order (`entrance`).

    access      counted, named, and written down where an operator should see it
    headers     what a browser may do with the answer
    hosts       only under our own name
    rates       not too often
    csrf        from our own pages, where it changes something
    sizes       not too large
    asking      for whom, and only while they wait

None knows the tables.
"""
