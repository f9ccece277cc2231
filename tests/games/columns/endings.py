"""Games that are over, by what decided them."""

ENDINGS = {
    "level 5 decides": (
        "4x3 ta1b1^,tb2a2^,Sa3,rb3,Tc2d2^,Tc3d3^,rd1,tc1b1v,ra2,Ra3,Rb3,Rd1,Sd2,Rd3,da1b1,Ra2,Ra3,Tb2c2^,rc1,"
        "Sc3,sd1,Dd2d3,ra1,ra2,ra3,Rc1,Dc2c3,sd1,Rd2,Rd3,ra1,ra2,Ra3,Rb2,rc1,sc2,rd1,Rd2,rd3 D"
    ),
    "level 4 decides": (
        "4x3 ta1b1^,sa2,Ra3,rb3,Sc1,sc2,Rc3,Sd1,Sd3,tb2b1v,Td2d1v,ta2a3^,rb3,rc3,Rd3,Tc1b1v,ra1,rb2,Rb3,Rc3,"
        "sd2,Td1d2v,ra1,ra2,Rb1,Rb2,rb3,Rc1,Rc3,da2b2,Rb1,rb3,rc1,rc3,Rd1,Rd2 L"
    ),
    "level 3 decides": (
        "6x2 Ra1,Tb1c1^,Tb2c2^,td2d1^,se1,re2,rf1,Rf2,Ta2a1v,Rc1,Rc2,rd1,re1,Re2,Df1f2,sa1,Ra2,tb1c1^,Sb2,"
        "tc2d2^,Sd1,re1,re2,ra1,Sb2,rc1,Rd1,rd2,Re1,Re2,sb1,Rb2,Rc1,rc2,rd1,rd2,Re1 D"
    ),
    "level 2 decides": (
        "4x3 Ra1,Da2b2,ra3,Tc1b1^,sb3,tc3c2^,sd1,rd2,Sd3,Ta1a2^,Ra3,Rb1,sb2,rc2,rd1,Rd2,Tb3b2v,td3d2v,da2a3,"
        "Sb1,Dc1d1,Rc2,rc3,da1b1,ra2,ra3,Sb2,Rc1,Rc2,Rc3,Rd1,rd2,rd3,tb3b2v,da1a2,Ra3,Db1c1,rc2,rc3,rd1,Rd2,"
        "Rd3 L"
    ),
    "level 1 decides": (
        "12x1 Sa1,Rb1,dc1d1,Tf1e1^,sh1,Si1,Rj1,sk1,rl1,Tg1h1v,Ra1,rb1,Sc1,sd1,Re1,tj1k1^,rl1,ti1h1v,ra1,Rc1,"
        "dd1e1,tf1g1^,rk1,Rl1,Ra1,Rc1,rd1,re1,rg1,rh1,Tj1i1^,Rk1,Rl1,ra1,Rc1,Rd1,re1,df1g1,Dh1i1,Dk1l1 L"
    ),
    "shared": (
        "4x3 ra1,sa2,da3b3,Db1b2,Tc1d1^,Rc2,td3d2^,Tc3b3v,Ra1,ra2,ra3,Rb1,Rb2,rc2,sd1,Sd2,ra1,Ra2,Ra3,rb1,"
        "db2b3,Tc1d1^,rc2,Rd2,sd3,tc3b3v,da1a2,ra3,Db1b2,Rc2,Sd1,td3d2^,Da1b1,Ra3,Rb2,rb3,Sc1,rc2,rc3,Rd1 L"
    ),
    "the other still could": (
        "4x3 Ra1,Sa2,Ra3,Sb1,Rb3,Rc1,dc2c3,td1d2^,sd3,tb2a2v,tb1a1^,ra3,rb3,rc1,sc3,Dd2d3,Tc2b2v,ra1,Da3b3,"
        "Rc1,sc3,Dd1d2,Ta2b2v,Td3c3v,da1b1,rc1,Rc2,Sd1,ra1,Ra2,rb1,rc1,dc2c3,Rd1,Rd3 D"
    ),
    "a full board": (
        "4x3 Ra1,Da2b2,ra3,Tc1b1^,sb3,tc3c2^,sd1,rd2,Sd3,Ta1a2^,Ra3,Rb1,sb2,rc2,rd1,Rd2,Tb3b2v,td3d2v,da2a3,"
        "Sb1,Dc1d1,Rc2,rc3,da1b1,ra2,ra3,Sb2,Rc1,Rc2,Rc3,Rd1,rd2,rd3,tb3b2v,da1a2,Ra3,Db1c1,rc2,rc3,rd1,Rd2,"
        "Rd3 L"
    ),
}
